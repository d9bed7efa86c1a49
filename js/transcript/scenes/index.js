import actions from "./actions.js";
import forms from "./forms.js";
import handlers from "./handlers.js";
import passkeys from "./passkeys.js";
import rendered from "./rendered.js";
import solid from "./solid.js";
import stored from "./stored.js";

/** The scenes that are played to both sides, in order: whole conversations, each with a new visitor, on the named sites. */
export const scenes = [];
const scene = (title, on, act) => scenes.push({ title, on, act });
for (const part of [handlers, forms, actions, stored, passkeys, solid, rendered]) part(scene);
