import { part } from "../../support/part.ts";

part("properties", () => import("./properties.ts"));
part("upload", () => import("./upload.ts"));
