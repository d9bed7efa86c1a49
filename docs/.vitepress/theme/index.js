import { h } from "vue";
import DefaultTheme from "vitepress/theme";
import signIn from "../../images/sign-in-phone.png";
import Tabs from "./Tabs.vue";
import "./style.css";

const picture = () => h("img", { class: "image-src", src: signIn, alt: "The built-in sign-in page" });

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": picture }),
  enhanceApp: ({ app }) => app.component("Tabs", Tabs),
};
