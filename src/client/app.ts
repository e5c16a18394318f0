/** Everything that makes pages better with scripts; every page works without. */
import { offerCopies } from "./copy.ts";
import { keepLive } from "./live.ts";
import { moveThroughResults, searchAsYouType } from "./search.ts";
import { followSelects } from "./selects.ts";
import { offerTicks } from "./ticks.ts";

offerCopies();
searchAsYouType();
moveThroughResults();
followSelects();
offerTicks();
keepLive();
