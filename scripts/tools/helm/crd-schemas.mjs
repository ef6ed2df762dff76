// @ts-check

/**
 * @typedef {object} CustomResourceDefinition the parts that are used
 * @property {{ group: string, names: { kind: string }, versions: Array<{ name: string, schema: { openAPIV3Schema: unknown } }> }} spec
 */

/**
 * The JSON schemas of a custom resource definition, by the file name that kubeconform looks for.
 * @param {string} text of a file with one definition, YAML
 * @returns {Promise<Array<[name: string, schema: unknown]>>} one for each version
 */
export async function crdSchemas(text) {
	// Not at the top: `npm test` loads this file before the packages are installed.
	const { parse } = await import('yaml');
	/** @type {unknown} */
	const content = parse(text);
	const { spec } = /** @type {CustomResourceDefinition} */ (content);
	const group = spec.group.replace(/\..*/, '');
	return spec.versions.map(({ name, schema }) => [
		`${spec.names.kind}-${group}-${name}.json`.toLowerCase(),
		strict(schema.openAPIV3Schema),
	]);
}

/**
 * Kubernetes removes unknown fields of a custom object and says nothing. Here they are errors.
 * @param {unknown} schema
 * @returns {unknown}
 */
function strict(schema) {
	if (Array.isArray(schema)) return schema.map(strict);
	if (typeof schema !== 'object' || schema === null) return schema;
	const made = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
	const isOpen = 'additionalProperties' in made || made['x-kubernetes-preserve-unknown-fields'] === true;
	// A property may itself be called `properties`: then it has no type beside it.
	return made.type === 'object' && 'properties' in made && !isOpen ? { ...made, additionalProperties: false } : made;
}
