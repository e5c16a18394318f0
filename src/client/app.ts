/** Progressive enhancement: every page also works without scripts. */
import { offerCopies } from "./copy.ts";
import { keepLive } from "./live.ts";
import { moveThroughResults, searchAsYouType } from "./search.ts";
import { offerSelectAll } from "./select-all.ts";
import { followSelects } from "./selects.ts";

offerCopies();
searchAsYouType();
moveThroughResults();
followSelects();
offerSelectAll();
keepLive();
