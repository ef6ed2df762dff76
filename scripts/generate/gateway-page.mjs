// @ts-check
import { isRecord, listAt, textAt, valueAt } from '../json.mjs';
import { markdownTable, plainText, wrapped } from '../markdown.mjs';
import { schemaRows, typeInWords } from './schema-rows.mjs';

/**
 * The page docs/reference/gateway.md: each route of the gateway with its parameters, its body and its response.
 * @param {unknown} openApi the gateway's description
 */
export function gatewayPage(openApi) {
	const routes = entriesAt(openApi, 'paths').flatMap(([path, methods]) =>
		(isRecord(methods) ? Object.entries(methods) : []).map(([method, operation]) => ({ path, method, operation })),
	);
	const tags = [...new Set(routes.map(({ operation }) => tagOf(operation)))];
	return [
		"<!-- Generated from the gateway's OpenAPI document by `npm run generate`; do not edit. -->",
		'',
		'# Routes of the gateway',
		'',
		`For developers: this page lists the ${routes.length} routes of the gateway with their fields.`,
		'',
		'For example, `GET /v1/tasks/{id}?wait=30` responds when the task has ended, or after 30 s. A running gateway serves',
		'the same as OpenAPI at `/openapi.json`. [The gateway](../gateway.md) explains tokens, keys and events.',
		'',
		...tags.flatMap((tag) => [
			`## ${tag}`,
			'',
			...routes.filter(({ operation }) => tagOf(operation) === tag).flatMap(routeSection),
		]),
	].join('\n');
}

/** @param {unknown} operation */
function tagOf(operation) {
	return textAt(operation, 'tags', 0) || 'Other';
}

/** @param {{ path: string, method: string, operation: unknown }} route */
function routeSection({ path, method, operation }) {
	const role = valueAt(operation, 'security', 0, 'token', 0);
	const isOpen = listAt(operation, 'security').length === 0 && valueAt(operation, 'security') !== undefined;
	const repeat = textAt(operation, 'x-repeat');
	const [status, response] = entriesAt(operation, 'responses').find(([code]) => code.startsWith('2')) ?? ['', null];
	const [, task] = /^\/v1\/tasks\/([a-z]+-[a-z-]+)$/.exec(path) ?? [];
	const facts = [
		['Role', isOpen ? 'no token' : typeof role === 'string' ? `\`${role}\`` : 'any token'],
		...(repeat === '' ? [] : [['Sent again', plainText(repeat)]]),
		...(status === ''
			? []
			: [
					['Success', `${status} ${plainText(textAt(response, 'description')).replace('Default Response', '')}`.trim()],
				]),
	];
	return [
		`### \`${method.toUpperCase()} ${path}\``,
		'',
		wrapped(`${plainText(textAt(operation, 'summary'))}.`.replace(/\.\.$/, '.')),
		'',
		...markdownTable(['Property', 'Value'], facts),
		...fields('Parameters:', parameterRows(operation)),
		...(task === undefined
			? fields('Body:', rowsOf(valueAt(operation, 'requestBody')))
			: [`Body: the [input of ${task}](tasks.md#${task}).`, '']),
		...fields('Response:', rowsOf(response)),
	];
}

/** @param {unknown} operation */
function parameterRows(operation) {
	return listAt(operation, 'parameters').map((parameter) => {
		const schema = valueAt(parameter, 'schema');
		const preset = valueAt(schema, 'default');
		return [
			`\`${textAt(parameter, 'name')}\` (${textAt(parameter, 'in')})`,
			typeInWords(schema),
			valueAt(parameter, 'required') === true
				? 'required'
				: preset === undefined
					? ''
					: `\`${JSON.stringify(preset)}\``,
			plainText(textAt(parameter, 'description') || textAt(schema, 'description')),
		];
	});
}

/** @param {unknown} message a body or a response */
function rowsOf(message) {
	const schema = valueAt(message, 'content', 'application/json', 'schema');
	return schemaRows(schema).map(({ path, type, preset, description }) => [
		`\`${path}\``,
		type,
		preset,
		plainText(description),
	]);
}

/**
 * @param {string} title
 * @param {string[][]} rows
 */
function fields(title, rows) {
	return rows.length === 0 ? [] : [title, '', ...markdownTable(['Field', 'Type', 'Default', 'Meaning'], rows)];
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function entriesAt(value, key) {
	const found = valueAt(value, key);
	return isRecord(found) ? Object.entries(found) : [];
}
