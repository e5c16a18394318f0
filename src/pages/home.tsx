import { Hono } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import { answerPage } from "./answer-page.tsx";
export const homePage = new Hono<AppEnv>();
homePage.get("/", (c) =>
  answerPage(
    c,
    { title: "vskill", description: "x" },
    <div class="wrap">
      <h1>Hi</h1>
    </div>,
  ),
);
