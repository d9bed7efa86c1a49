/** The anchor of a heading, as the hosting page makes it: lower case, without punctuation, with hyphens for spaces. */
export const slug = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
