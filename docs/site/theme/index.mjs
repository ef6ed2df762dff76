// @ts-check
import DefaultTheme from 'vitepress/theme';
import MermaidDiagram from './MermaidDiagram.vue';
import './style.css';

export default {
	extends: DefaultTheme,
	enhanceApp: (/** @type {{ app: import('vue').App }} */ { app }) => {
		app.component('MermaidDiagram', MermaidDiagram);
	},
};
