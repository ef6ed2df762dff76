// @ts-check
/**
 * Turns each ```mermaid block into the component MermaidDiagram, which draws it in the browser.
 * @param {import('markdown-it').default} markdown
 */
export function mermaidFences(markdown) {
	const asCode = markdown.renderer.rules.fence;
	markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
		const token = tokens[index];
		if (token === undefined || asCode === undefined) return '';
		if (!/^mermaid\b/.test(token.info.trim())) return asCode(tokens, index, options, env, self);
		return `<MermaidDiagram code="${encodeURIComponent(token.content)}" />\n`;
	};
}
