// @ts-check
import path from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { textAt } from '../json.mjs';
import { markdownTable, plainText } from '../markdown.mjs';
import { schemaRows } from './schema-rows.mjs';

/**
 * The page docs/reference/settings.md: each setting of the configuration file. The types and defaults come from the
 * schema, the meanings from the comments in it.
 * @param {import('./load-reference.mjs').Reference} reference
 */
export function settingsPage({ configSchema, ENVIRONMENT_OVERRIDES }) {
	const variables = new Map(ENVIRONMENT_OVERRIDES.map(({ variable, path: of }) => [of.join('.'), variable]));
	const rows = settingRows(configSchema, commentsOfSettings());
	const silent = rows.filter(({ description }) => description === '').map(({ path: setting }) => setting);
	if (silent.length > 0)
		throw new Error(`These settings have no comment: ${silent.join(', ')}. Say what each one means.`);
	const sections = [...new Set(rows.map(({ path: setting }) => sectionOf(setting)))];
	return [
		'<!-- Generated from worker/config by `npm run generate`; do not edit. -->',
		'',
		'# Settings',
		'',
		`For operators: this page lists the ${rows.length} settings of the worker and the gateway.`,
		'',
		'For example, `gateway.port` is `port` below `gateway` in `agent-knowledge.yaml`. `[]` stands for each item of a list,',
		'`<name>` for a name of your choice. [Configuration](../worker-configuration.md) explains how the settings work together.',
		'',
		...sections.flatMap((section) => [
			`## ${section}`,
			'',
			...markdownTable(
				['Setting', 'Type', 'Default', 'Meaning', 'Environment variable'],
				rows
					.filter(({ path: setting }) => sectionOf(setting) === section)
					.map(({ path: setting, type, preset, description }) => [
						`\`${setting}\``,
						type,
						preset,
						plainText(description),
						variables.has(setting) ? `\`${variables.get(setting)}\`` : '',
					]),
			),
		]),
	].join('\n');
}

/**
 * Each setting of the configuration.
 * @param {Pick<import('./load-reference.mjs').Reference, 'configSchema'>['configSchema']} configSchema
 * @param {ReadonlyMap<string, string>} comments the meaning of each, where the schema does not describe it
 */
export function settingRows(configSchema, comments) {
	const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' });
	const presets = presetsOf(z.toJSONSchema(configSchema, { io: 'output', unrepresentable: 'any' }));
	return schemaRows(schema, (setting, field) => comments.get(setting) ?? textAt(field, 'description'))
		.map((row) => (row.preset === '' ? { ...row, preset: presets.get(row.path) ?? '' } : row))
		.filter(({ type, description }) => description !== '' || !/^(list of )?object$/.test(type));
}

/**
 * The defaults of settings that also accept another form, such as a number as text: the input's schema has none.
 * @param {unknown} schema
 */
function presetsOf(schema) {
	const rows = schemaRows(schema).filter(({ preset }) => preset !== '' && preset !== 'required');
	return new Map(rows.map(({ path: setting, preset }) => [setting, preset]));
}

/** Where settings are declared: rooms have their own beside what uses them. */
const OF_SETTINGS = /\/worker\/(?:config\/|storage\/settings|destinations\/\w+\/settings)/;

/** @param {string} setting */
function sectionOf(setting) {
	return setting.split(/[.[]/, 1)[0] ?? '';
}

/**
 * The comment above each setting. A schema has no place for them, and zod's types keep where a field
 * was declared.
 * @returns {Map<string, string>} by path, as in `schemaRows`
 */
function commentsOfSettings() {
	const file = path.join(workspaceRoot, 'worker/config/schema.ts');
	const program = ts.createProgram([file], {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.Node16,
		moduleResolution: ts.ModuleResolutionKind.Node16,
		strict: true,
		skipLibCheck: true,
		esModuleInterop: true,
		types: ['node'],
	});
	const checker = program.getTypeChecker();
	const source = program.getSourceFile(file);
	const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
	const schema = module && checker.getExportsOfModule(module).find(({ name }) => name === 'configSchema');
	if (schema === undefined) throw new Error('worker/config/schema.ts exports no configSchema.');
	/** @type {Map<string, string>} */
	const comments = new Map();
	// The input has what a transform renames, the output what is also accepted as text.
	for (const side of ['output', 'input']) visit(typeAt(checker.getTypeOfSymbol(schema), '_zod', side), '', 0);
	return comments;

	/**
	 * @param {ts.Type} type
	 * @param {...string} names
	 * @returns {ts.Type}
	 */
	function typeAt(type, ...names) {
		return names.reduce((inner, name) => {
			const property = inner.getProperty(name);
			if (property === undefined) throw new Error(`The type of configSchema has no ${name}.`);
			return checker.getTypeOfSymbol(property);
		}, type);
	}

	/**
	 * @param {ts.Type} type
	 * @param {string} before
	 * @param {number} depth
	 */
	function visit(type, before, depth) {
		if (depth > 8) return;
		if (type.isUnion()) return type.types.forEach((each) => visit(each, before, depth + 1));
		const item = checker.isArrayType(type) ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (type))[0] : null;
		if (item) return visit(item, `${before}[]`, depth + 1);
		if ((type.flags & ts.TypeFlags.Object) === 0) return;
		const values = type.getStringIndexType();
		if (values) visit(values, `${before}.<name>`, depth + 1);
		for (const property of type.getProperties()) {
			const declared = property.declarations?.[0]?.getSourceFile().fileName ?? '';
			if (!OF_SETTINGS.test(declared) && values === undefined && declared !== '') continue;
			const here = before === '' ? property.name : `${before}.${property.name}`;
			const comment = ts.displayPartsToString(property.getDocumentationComment(checker));
			const known = comments.get(here) ?? '';
			if (!known.includes(comment)) comments.set(here, known === '' ? comment : `${known} Or: ${comment}`);
			visit(checker.getTypeOfSymbol(property), here, depth + 1);
		}
	}
}
