import DefaultTheme from "vitepress/theme";
import PlaygroundScene from "./PlaygroundScene.vue";
import "./style.css";

export default { extends: DefaultTheme, enhanceApp: ({ app }) => app.component("PlaygroundScene", PlaygroundScene) };
