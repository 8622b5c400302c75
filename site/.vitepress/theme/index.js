import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import HeroPicture from "./HeroPicture.vue";
import PlaygroundScene from "./PlaygroundScene.vue";
import "./style.css";

export default {
    extends: DefaultTheme,
    Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(HeroPicture) }),
    enhanceApp: ({ app }) => app.component("PlaygroundScene", PlaygroundScene),
};
