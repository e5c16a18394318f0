import { part } from "../../support/part.ts";

part("at-least-once", () => import("./at-least-once.ts"));
part("bypasses", () => import("./bypasses.ts"));
part("consumer", () => import("./consumer.ts"));
part("judge", () => import("./judge.ts"));
part("postpone", () => import("./postpone.ts"));
part("process", () => import("./process.ts"));
