import { describe, expect, it } from "vitest";
import { mayActFor, ownerNameSchema, publishingOwner } from "../publisher.ts";

const acme = { owner: "acme", scopes: ["submit", "publish"] };
const acmeAdmin = { owner: "acme", scopes: ["admin"] };
const operator = { owner: null, scopes: ["submit", "publish", "scan", "admin"] };
const anonymous = { owner: null, scopes: [] };

const codeOf = (result: ReturnType<typeof publishingOwner>) =>
  "problem" in result ? result.problem.code : result.owner;

describe("publishingOwner", () => {
  it.each([undefined, "", "  "])("is the token's own owner when %j is requested", (requested) => {
    expect(codeOf(publishingOwner(acme, requested))).toBe("acme");
    expect(codeOf(publishingOwner(acmeAdmin, requested))).toBe("acme");
  });

  it.each(["acme", "Acme", " ACME "])("accepts the token's own owner spelt %j", (requested) => {
    expect(publishingOwner(acme, requested)).toEqual({ owner: "acme" });
  });

  it("refuses another owner's name, and names the token's own", () => {
    expect(publishingOwner(acme, "eve")).toEqual({
      problem: { code: "FORBIDDEN", message: "This token publishes as @acme only." },
    });
  });

  it("lets an admin publish as any owner", () => {
    expect(publishingOwner(acmeAdmin, "Eve")).toEqual({ owner: "eve" });
    expect(publishingOwner(operator, "eve")).toEqual({ owner: "eve" });
  });

  it("requires a name from the operator, who has no owner", () => {
    for (const requested of [undefined, "", " "])
      expect(codeOf(publishingOwner(operator, requested))).toBe("BAD_REQUEST");
  });

  it("never lets a caller without an owner publish", () => {
    expect(codeOf(publishingOwner(anonymous, "acme"))).toBe("FORBIDDEN");
    expect(codeOf(publishingOwner(anonymous, undefined))).toBe("BAD_REQUEST");
  });

  it.each(["a/b", "../etc", "-acme", "a_b", "a.b", "ä", "a b", "@acme", "x".repeat(40)])(
    "refuses %j, which is no owner name, from an admin and from an owner",
    (requested) => {
      expect(codeOf(publishingOwner(operator, requested))).toBe("BAD_REQUEST");
      expect(codeOf(publishingOwner(acme, requested))).toBe("BAD_REQUEST");
    },
  );
});

describe("a reserved name", () => {
  it.each(["admin", "API", "npm", "uploads", " Skills ", "clawhub", "official", "vskill"])(
    "%j is no owner name, for an admin neither, and the message gives the reason",
    (requested) => {
      const name = requested.trim().toLowerCase();
      const message = `The name “${name}” is reserved for the registry itself. Choose another owner name.`;
      const problem = { code: "BAD_REQUEST", message };
      expect(publishingOwner(operator, requested)).toEqual({ problem });
      expect(publishingOwner({ ...acme, owner: name }, undefined)).toEqual({ problem });
      expect(ownerNameSchema.safeParse(requested).error?.issues.map((issue) => issue.message)).toEqual([
        message,
      ]);
    },
  );

  it("does not reserve names that only begin with one", () => {
    for (const name of ["admin-tools", "npm-friends", "skillsmith"])
      expect(publishingOwner(operator, name)).toEqual({ owner: name });
  });
});

describe("ownerNameSchema", () => {
  it("parses to one spelling and accepts 39 characters", () => {
    expect(ownerNameSchema.parse(" Acme-Tools ")).toBe("acme-tools");
    expect(ownerNameSchema.parse("x".repeat(39))).toHaveLength(39);
  });
});

describe("mayActFor", () => {
  it("is true for the owner's own tokens and for admins only", () => {
    expect([acme, acmeAdmin, operator, anonymous].map((caller) => mayActFor(caller, "eve"))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(mayActFor(acme, "acme")).toBe(true);
  });
});
