import { abuseExamples, persistenceExamples } from "./machine.ts";
/** All examples, by rule. Tests and the catalogue read them; the engine never does. */

import { remarkExamples } from "./conduct.ts";
import { credentialsExamples, exfiltrationExamples } from "./data.ts";
import type { FamilyExamples } from "./example.ts";
import { filesExamples } from "./files.ts";
import { obfuscationExamples } from "./obfuscation.ts";
import { flawsExamples } from "./people.ts";
import { registryExamples } from "./registry.ts";
import { remoteCodeExamples } from "./remote.ts";
import { t01Examples } from "./t01.ts";
import { t02Examples } from "./t02.ts";
import { t03Examples } from "./t03.ts";
import { t04Examples } from "./t04.ts";
import { t05Examples } from "./t05.ts";
import { t07Examples } from "./t07.ts";
import { t08Examples } from "./t08.ts";
import { t13Examples } from "./t13.ts";
import { t14Examples } from "./t14.ts";
import { t15Examples } from "./t15.ts";
import { t16Examples } from "./t16.ts";
import { t17Examples } from "./t17.ts";
import { t23Examples } from "./t23.ts";
import { t27Examples } from "./t27.ts";
import { t28Examples } from "./t28.ts";
import { t29Examples } from "./t29.ts";
import { t30Examples } from "./t30.ts";

export const examples: FamilyExamples = {
  ...abuseExamples,
  ...persistenceExamples,
  ...credentialsExamples,
  ...exfiltrationExamples,
  ...filesExamples,
  ...flawsExamples,
  ...obfuscationExamples,
  ...registryExamples,
  ...remarkExamples,
  ...remoteCodeExamples,
  ...t01Examples,
  ...t02Examples,
  ...t03Examples,
  ...t04Examples,
  ...t05Examples,
  ...t07Examples,
  ...t08Examples,
  ...t16Examples,
  ...t17Examples,
  ...t23Examples,
  ...t28Examples,
  ...t29Examples,
  ...t30Examples,
  ...t13Examples,
  ...t14Examples,
  ...t15Examples,
  ...t27Examples,
};
