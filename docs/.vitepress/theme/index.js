import DefaultTheme from "vitepress/theme";
import Tabs from "./Tabs.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => app.component("Tabs", Tabs),
};
