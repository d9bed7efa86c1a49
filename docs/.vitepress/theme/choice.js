import { ref } from "vue";

const key = "cardea-tabs";

/** The titles of the tabs that the reader chose, the newest first, for all groups of all pages. */
export const chosen = ref([]);

/** Selects the tabs with that title. */
export function choose(title) {
  chosen.value = [title, ...chosen.value.filter((each) => each !== title)];
}

/** Selects the tabs with that title, also on the next visit. */
export function remember(title) {
  choose(title);
  try {
    localStorage.setItem(key, JSON.stringify(chosen.value));
  } catch {
    // A browser may forbid storage. The choice then ends with the visit.
  }
}

let recalled = false;

/** Selects what the reader chose on an earlier visit. Only the first call does. */
export function recall() {
  if (recalled) return;
  recalled = true;
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "[]");
    chosen.value = stored.filter((title) => typeof title === "string");
  } catch {
    // As without an earlier visit.
  }
}
