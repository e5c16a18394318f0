/** All examples, by rule. Tests and the catalogue read them; the engine never does. */

import { agentFilesExamples, carriedExamples } from "./carried.ts";
import { codeConductExamples } from "./code-conduct.ts";
import { codeSettingsExamples } from "./code-settings.ts";
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
import { abuseExamples, agentControlExamples, persistenceExamples } from "./machine.ts";
import { obfuscationExamples } from "./obfuscation.ts";
import { otherLanguagesExamples } from "./other-languages.ts";
import { deceptionExamples, flawsExamples, registryExamples, supplyChainExamples } from "./people.ts";
import { placesExamples } from "./places.ts";
import { plantedExamples } from "./planted.ts";
import { plantedControlExamples } from "./planted-control.ts";
import { rememberedExamples } from "./remembered.ts";
import { prerequisitesExamples, remoteCodeExamples, remoteInstructionsExamples } from "./remote.ts";
import { backdoorsExamples, destructionExamples, unparsedExamples } from "./ruin.ts";
import { strangersExamples } from "./strangers.ts";

export const examples: FamilyExamples = {
  ...abuseExamples,
  ...agentControlExamples,
  ...agentFilesExamples,
  ...carriedExamples,
  ...backdoorsExamples,
  ...candourExamples,
  ...codeConductExamples,
  ...codeSettingsExamples,
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
  ...otherLanguagesExamples,
  ...persistenceExamples,
  ...placesExamples,
  ...plantedExamples,
  ...plantedControlExamples,
  ...prerequisitesExamples,
  ...registryExamples,
  ...remarkExamples,
  ...rememberedExamples,
  ...remoteCodeExamples,
  ...remoteInstructionsExamples,
  ...strangersExamples,
  ...supplyChainExamples,
  ...unparsedExamples,
};
