/** What a page of components sees and does, its forms sent by a browser without scripts. */
export default (scene) => {
  scene("a page and its actions", ["rendered"], async ({ step, minted, visitor }) => {
    const page = "/rendered";
    /** The page's form of that name, filled in. */
    const fill = async (name, fields) => {
      const { text } = await visitor.ask("GET", page);
      const form = new RegExp(`<form[^>]*id="${name}".*?</form>`, "s").exec(text)[0];
      const hidden = Array.from(form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g), ([, key, value = ""]) => [key, value]);
      return { parts: { ...Object.fromEntries(hidden), ...fields }, headers: { origin: "{site}" } };
    };
    const right = { username: "ada", password: "open sesame", redirectTo: "/in" };
    await step("signed out", "GET", page);
    await step("signed in", "GET", page, { cookies: await minted({ name: "Ada", email: "ada@example.com", sub: "42" }, { maxAge: 3600 }) });
    await step("a cookie that is none", "GET", page, { cookies: { "authjs.session-token": "junk" } });
    await step("wrong credentials", "POST", page, await fill("enter", { ...right, password: "guess" }));
    await step("a custom code", "POST", page, await fill("enter", { ...right, password: "locked" }));
    await step("from another site", "POST", page, { ...(await fill("enter", right)), headers: { origin: "https://elsewhere.example" } });
    await step("right credentials", "POST", page, await fill("enter", right));
    await step("the page then", "GET", page);
    await step("another name", "POST", page, await fill("rename", { name: "Countess" }));
    await step("the page after that", "GET", page);
    await step("out", "POST", page, await fill("leave", {}));
    await step("in without leaving", "POST", page, { ...(await fill("stay", right)), together: true });
    await step("the page in the end", "GET", page);
  });
};
