// @ts-check
import { isRecord } from '../json.mjs';
import { markdownTable, plainText, wrapped } from '../markdown.mjs';

/** @typedef {import('n8n-workflow').INodeProperties} Property */

/**
 * The page docs/reference/nodes.md: the fields of the nodes and credentials, from their descriptions. The operations of
 * the Agent Knowledge node have a page of their own.
 * @param {import('./load-reference.mjs').Reference} reference
 */
export function nodesPage({ nodes, credentials }) {
	return [
		'<!-- Generated from the descriptions of the nodes by `npm run generate`; do not edit. -->',
		'',
		'# Nodes and credentials',
		'',
		'For flow builders: this page lists every field of the triggers, of the node for long tasks, and of the credentials.',
		'',
		'For example, the _Agent Knowledge Trigger_ starts a flow at the event that its field _Event_ names. The Agent Knowledge',
		'node has [a page of its own](../node-operations.md).',
		'',
		...nodes.flatMap(({ description }) => [
			`## ${description.displayName}`,
			'',
			wrapped(`${plainText(description.description)}.`),
			'',
			...operationsOf(description.properties).flatMap(({ title, properties }) => [
				...(title === '' ? [] : [`### ${title}`, '']),
				...fieldTable(properties),
			]),
		]),
		...credentials.flatMap(({ displayName, properties }) => [
			`## Credential: ${displayName}`,
			'',
			...fieldTable(properties),
		]),
	].join('\n');
}

/**
 * The fields of each operation of a node; a node without operations has one part without a title.
 * @param {readonly Property[]} properties
 * @returns {Array<{ title: string, properties: Property[] }>}
 */
function operationsOf(properties) {
	const resources = choices(properties.find(({ name }) => name === 'resource'));
	if (resources.length === 0) return [{ title: '', properties: [...properties] }];
	return resources.flatMap((resource) => {
		const ofResource = properties.filter((property) => isFor(property, 'resource', resource.value));
		return choices(ofResource.find(({ name }) => name === 'operation')).map((operation) => ({
			title: `${resource.name}: ${operation.name}`,
			properties: ofResource.filter(
				(property) => property.name !== 'operation' && isFor(property, 'operation', operation.value),
			),
		}));
	});
}

/** @param {Property | undefined} property */
function choices(property) {
	return (property?.options ?? []).flatMap((option) =>
		'value' in option && 'name' in option ? [{ name: option.name, value: option.value }] : [],
	);
}

/**
 * @param {Property} property
 * @param {string} field
 * @param {unknown} value
 */
function isFor({ displayOptions }, field, value) {
	const shown = displayOptions?.show?.[field];
	return shown !== undefined && shown.some((each) => each === value);
}

/** @param {readonly Property[]} properties */
function fieldTable(properties) {
	return markdownTable(['Field', 'Only if', 'Type', 'Default', 'Meaning'], rowsOf(properties, ''));
}

/**
 * @param {readonly Property[]} properties
 * @param {string} before the collections around them
 * @returns {string[][]}
 */
function rowsOf(properties, before) {
	return properties
		.filter(({ type, displayOptions }) => type !== 'notice' && type !== 'hidden' && !isForToolsOnly(displayOptions))
		.flatMap((property) => {
			const name = `${before}${plainText(property.displayName)}`;
			const meaning = [(property.description ?? '').replace(/\.$/, ''), choicesOf(property)].filter(Boolean).join('. ');
			return [
				[
					property.required === true ? `${name} (required)` : name,
					conditionOf(property),
					typeOf(property),
					presetOf(property),
					plainText(meaning),
				],
				...rowsOf(innerOf(property), `${name} > `),
			];
		});
}

/** @param {Property['displayOptions']} displayOptions */
function isForToolsOnly(displayOptions) {
	return displayOptions?.show?.['@tool'] !== undefined;
}

/** @param {Property} property */
function conditionOf({ displayOptions }) {
	const conditions = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => !name.startsWith('@') && name !== 'resource' && name !== 'operation',
	);
	return conditions
		.map(([name, values]) => `${name.replace(/^\//, '')}: ${(values ?? []).map((value) => text(value)).join(', ')}`)
		.join('<br>');
}

/** @param {unknown} value */
function text(value) {
	return isRecord(value) ? JSON.stringify(value) : String(value);
}

/** @param {Property} property */
function typeOf({ type, typeOptions }) {
	const words = { resourceLocator: 'list or ID', string: 'text', options: 'choice', multiOptions: 'choices' };
	const word = Object.hasOwn(words, type) ? words[/** @type {keyof typeof words} */ (type)] : type;
	return typeOptions?.password === true ? 'secret' : word;
}

/** @param {Property} property */
function presetOf(property) {
	const preset = /** @type {unknown} */ (property.default);
	const shown = isRecord(preset) && 'value' in preset ? preset.value : preset;
	if (shown === '' || shown === undefined || (isRecord(shown) && Object.keys(shown).length === 0)) return '';
	const chosen = (property.options ?? []).find((option) => 'value' in option && option.value === shown);
	return plainText(chosen === undefined ? text(shown) : chosen.name);
}

/** @param {Property} property */
function choicesOf({ type, options = [] }) {
	if ((type !== 'options' && type !== 'multiOptions') || options.length === 0) return '';
	return `Choices: ${options.map((option) => option.name).join(', ')}`;
}

/**
 * @param {Property} property
 * @returns {Property[]} the fields of a collection
 */
function innerOf({ options = [] }) {
	return options.flatMap((option) => {
		if ('displayName' in option && 'type' in option) return [option];
		return 'values' in option ? option.values : [];
	});
}
