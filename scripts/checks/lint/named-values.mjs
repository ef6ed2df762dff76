// @ts-check
/**
 * A plugin for oxlint: values have names. A spread of an object that is written in place (`...{ a, b: 1 }`) says no more
 * than its fields, and hides a misspelt one from the compiler. A spread of a list into arguments (`call(...[a, b])`) hides
 * which parameter each value is.
 */

/** @typedef {{ type: string, [key: string]: unknown }} Node */
/** @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context */

const spreadOfFields = {
	/** @param {Context} context */
	create: (context) => ({
		/** @param {Node & { properties: Node[] }} node */
		ObjectExpression(node) {
			for (const property of node.properties) {
				const inner = /** @type {Node & { properties: Node[] }} */ (property.argument);
				if (property.type === 'SpreadElement' && inner.type === 'ObjectExpression' && inner.properties.length > 0)
					context.report({ node: property, message: 'Write the fields without a spread.' });
			}
		},
	}),
};

const spreadArguments = {
	/** @param {Context} context */
	create: (context) => ({
		/** @param {Node & { arguments: Node[] }} node */
		CallExpression(node) {
			for (const argument of node.arguments)
				if (argument.type === 'SpreadElement' && isListed(/** @type {Node} */ (argument.argument)))
					context.report({ node: argument, message: 'Pass an object with a name for each value.' });
		},
	}),
};

/**
 * A list of named values written in place, also `[a, b] as const`.
 * @param {Node} node
 * @returns {boolean}
 */
function isListed(node) {
	if (node.type === 'TSAsExpression') return isListed(/** @type {Node} */ (node.expression));
	const elements = /** @type {readonly (Node | null)[] | undefined} */ (node.elements) ?? [];
	return elements.some((element) => element?.type === 'Identifier' || element?.type === 'MemberExpression');
}

export default {
	meta: { name: 'named-values' },
	rules: { 'spread-of-fields': spreadOfFields, 'spread-arguments': spreadArguments },
};
