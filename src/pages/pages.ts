/** The pages, one file a noun. */
import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { homePage } from "./home.tsx";

export const pages = new Hono<AppEnv>();

pages.route("/", homePage);
