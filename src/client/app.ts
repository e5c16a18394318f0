/** Everything that makes pages better with scripts; every page works without. */
import { offerCopies } from "./copy.ts";
import { keepLive } from "./live.ts";
import { searchAsYouType, walkResults } from "./search.ts";
import { followSelects } from "./selects.ts";

offerCopies();
searchAsYouType();
walkResults();
followSelects();
keepLive();
