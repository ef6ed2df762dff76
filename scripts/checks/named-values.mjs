// @ts-check
/**
 * A plugin for oxlint: values have names. A spread of names in an object (`...{ a, b }`) says no more than the names
 * themselves, and a spread of a list into arguments (`call(...[a, b])`) hides which parameter each value is.
 */

/** @typedef {{ type: string, [key: string]: unknown }} Node */
/** @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context */

const spreadOfNames = {
	/** @param {Context} context */
	create: (context) => ({
		/** @param {Node & { properties: Node[] }} node */
		ObjectExpression(node) {
			for (const property of node.properties) {
				const inner = /** @type {Node & { properties: Node[] }} */ (property.argument);
				if (property.type !== 'SpreadElement' || inner.type !== 'ObjectExpression') continue;
				if (inner.properties.length > 0 && inner.properties.every(({ shorthand }) => shorthand === true))
					context.report({ node: property, message: 'Write the names without a spread.' });
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
	rules: { 'spread-of-names': spreadOfNames, 'spread-arguments': spreadArguments },
};
