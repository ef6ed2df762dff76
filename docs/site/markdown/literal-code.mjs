// @ts-check
/**
 * Keeps the braces of n8n's expressions in code, such as `{{ $json.task.id }}`. A page is a template of Vue, which would
 * evaluate them.
 * @param {import('markdown-it').default} markdown
 */
export function literalCode(markdown) {
	markdown.core.ruler.push('literal-code', ({ tokens }) => {
		for (const token of tokens.flatMap(({ children }) => children ?? []))
			if (token.type === 'code_inline') token.attrSet('v-pre', '');
	});
}
