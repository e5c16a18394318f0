/** All examples, by rule. Tests and the catalogue read them; the engine never does. */
import type { FamilyExamples } from "./example.ts";
import { registryExamples } from "./registry.ts";
import { t01Examples } from "./t01.ts";
import { t02Examples } from "./t02.ts";
import { t03Examples } from "./t03.ts";
import { t05Examples } from "./t05.ts";
import { t06Examples } from "./t06.ts";
import { t07Examples } from "./t07.ts";
import { t08Examples } from "./t08.ts";
import { t09Examples } from "./t09.ts";
import { t10Examples } from "./t10.ts";
import { t11Examples } from "./t11.ts";
import { t12Examples } from "./t12.ts";
import { t13Examples } from "./t13.ts";
import { t14Examples } from "./t14.ts";
import { t15Examples } from "./t15.ts";
import { t16Examples } from "./t16.ts";
import { t17Examples } from "./t17.ts";
import { t19Examples } from "./t19.ts";
import { t23Examples } from "./t23.ts";
import { t25Examples } from "./t25.ts";
import { t27Examples } from "./t27.ts";
import { t28Examples } from "./t28.ts";
import { t29Examples } from "./t29.ts";
import { t30Examples } from "./t30.ts";

export const examples: FamilyExamples = {
  ...registryExamples,
  ...t01Examples,
  ...t02Examples,
  ...t03Examples,
  ...t05Examples,
  ...t06Examples,
  ...t07Examples,
  ...t08Examples,
  ...t09Examples,
  ...t10Examples,
  ...t11Examples,
  ...t12Examples,
  ...t13Examples,
  ...t14Examples,
  ...t15Examples,
  ...t16Examples,
  ...t17Examples,
  ...t19Examples,
  ...t23Examples,
  ...t25Examples,
  ...t27Examples,
  ...t28Examples,
  ...t29Examples,
  ...t30Examples,
};
