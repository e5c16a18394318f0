import { abuseExamples, persistenceExamples } from "./machine.ts";
/** All examples, by rule. Tests and the catalogue read them; the engine never does. */

import { carriedExamples } from "./carried.ts";
import { commandeeredExamples } from "./commandeered.ts";
import { candourExamples, harmExamples, remarkExamples } from "./conduct.ts";
import { credentialsExamples, exfiltrationExamples } from "./data.ts";
import type { FamilyExamples } from "./example.ts";
import { filesExamples } from "./files.ts";
import { guardsExamples } from "./guards.ts";
import { hiddenTextExamples } from "./hidden-text.ts";
import { hushedExamples } from "./hushed.ts";
import { injectionExamples } from "./injection.ts";
import { luresExamples } from "./lures.ts";
import { obfuscationExamples } from "./obfuscation.ts";
import { deceptionExamples, flawsExamples } from "./people.ts";
import { placesExamples } from "./places.ts";
import { registryExamples } from "./registry.ts";
import { rememberedExamples } from "./remembered.ts";
import { prerequisitesExamples, remoteCodeExamples, remoteInstructionsExamples } from "./remote.ts";
import { backdoorsExamples, destructionExamples, unparsedExamples } from "./ruin.ts";
import { strangersExamples } from "./strangers.ts";
import { t13Examples } from "./t13.ts";
import { t14Examples } from "./t14.ts";
import { t15Examples } from "./t15.ts";
import { t27Examples } from "./t27.ts";

export const examples: FamilyExamples = {
  ...abuseExamples,
  ...persistenceExamples,
  ...carriedExamples,
  ...backdoorsExamples,
  ...candourExamples,
  ...credentialsExamples,
  ...deceptionExamples,
  ...destructionExamples,
  ...exfiltrationExamples,
  ...filesExamples,
  ...flawsExamples,
  ...guardsExamples,
  ...harmExamples,
  ...hiddenTextExamples,
  ...hushedExamples,
  ...injectionExamples,
  ...commandeeredExamples,
  ...luresExamples,
  ...obfuscationExamples,
  ...placesExamples,
  ...prerequisitesExamples,
  ...registryExamples,
  ...remarkExamples,
  ...rememberedExamples,
  ...remoteCodeExamples,
  ...remoteInstructionsExamples,
  ...strangersExamples,
  ...t13Examples,
  ...t14Examples,
  ...t15Examples,
  ...t27Examples,
  ...unparsedExamples,
};
