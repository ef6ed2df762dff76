// @ts-check
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import ts from 'typescript';
import { parse } from 'yaml';
import { messageOf } from '../../readable-error.mjs';

/**
 * @typedef {import('./code-blocks.mjs').CodeBlock} CodeBlock
 * @typedef {typeof import('../../../worker/config/index.js').parseConfig} ParseConfig
 */

/** @type {Readonly<Record<string, ((text: string) => string[]) | undefined>>} */
const CHECKS = {
	sh: shellProblems,
	bash: shellProblems,
	json: (text) => thrownBy(() => JSON.parse(text)),
	yaml: (text) => thrownBy(() => parse(text)),
	ts: typeScriptProblems,
	js: typeScriptProblems,
};

/**
 * What is wrong with the form of a page's blocks.
 * @param {readonly CodeBlock[]} blocks
 * @param {ParseConfig} parseConfig of the worker
 * @returns {string[]}
 */
export function blockProblems(blocks, parseConfig) {
	return blocks.flatMap((block, at) => {
		const problems = formProblemsOf(block, parseConfig);
		if (block.tag === 'check printed' && blocks[at - 1]?.tag !== 'run')
			problems.push('stands behind no block that prints it');
		return problems.map(
			(problem) => `${block.where}: block "${`${block.language} ${block.tag ?? ''}`.trim()}" ${problem}`,
		);
	});
}

/**
 * @param {CodeBlock} block
 * @param {ParseConfig} parseConfig
 * @returns {string[]}
 */
function formProblemsOf({ language, tag, text }, parseConfig) {
	if (tag === null) return ['has no tag: add run, check or show behind the language'];
	if (tag === 'show') return language === '' ? ['has no language'] : [];
	const check = CHECKS[language];
	if (check === undefined) return [`is in ${language || 'no language'}, which nothing checks: tag it show`];
	return [...check(text), ...(tag === 'check settings' ? settingsProblems(text, parseConfig) : [])];
}

/**
 * `bash -n` reads it and runs nothing. A `<name>` stands for a value.
 * @param {string} text
 */
function shellProblems(text) {
	const input = text.replace(/<[a-z][a-z -]*>/g, 'value');
	const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
	return status === 0 ? [] : [stderr.trim()];
}

/**
 * Syntax alone: a fragment names what the page has introduced.
 * @param {string} text
 */
function typeScriptProblems(text) {
	const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
	return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** The least that a configuration needs, so that a part of one can be checked. */
const LEAST = {
	gateway: { tokens: [{ name: 'least', token: '${LEAST_TOKEN}' }], publicUrl: 'https://tasks.example.com' },
	connections: { main: { baseUrl: 'https://agents.example.com', apiKey: 'a-key' } },
	encryption: { current: 'least', keys: [{ id: 'least', secret: '${LEAST_ENCRYPTION_KEY}' }] },
};

/**
 * @param {string} text
 * @param {ParseConfig} parseConfig
 */
function settingsProblems(text, parseConfig) {
	return thrownBy(() => {
		const env = Object.fromEntries(
			[...`${text} ${JSON.stringify(LEAST)}`.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, valueOf(name)]),
		);
		parseConfig(merged(LEAST, parse(text)), { source: 'the block', env, gateway: true });
	});
}

/**
 * A value of the form that a variable of this name has.
 * @param {string} name
 */
function valueOf(name) {
	const bytes = createHash('sha256').update(name).digest();
	if (name.endsWith('ENCRYPTION_KEY')) return bytes.toString('base64');
	if (/(HOOK|SIGNING|LEADS)\w*_SECRET$/.test(name)) return `whsec_${bytes.toString('base64')}`;
	if (/(WAREHOUSE|DATABASE)_URL$/.test(name)) return 'postgresql://user:password@host:5432/database';
	if (name.endsWith('SMTP_URL')) return 'smtps://user:password@mail.example.com';
	if (name.endsWith('_URL')) return 'https://receiver.example.com/leads';
	return bytes.toString('hex');
}

/**
 * As a local file is merged over the configuration: maps key by key, and null removes.
 * @param {unknown} below
 * @param {unknown} above
 * @returns {Record<string, unknown>}
 */
function merged(below, above) {
	/** @type {Map<string, unknown>} */
	const result = new Map(entriesOf(below));
	for (const [key, value] of entriesOf(above)) {
		const inner = result.get(key);
		if (value === null) result.delete(key);
		else result.set(key, isMap(inner) && isMap(value) ? merged(inner, value) : value);
	}
	return Object.fromEntries(result);
}

/**
 * @param {unknown} value
 * @returns {Array<[string, unknown]>} none if it is no map
 */
function entriesOf(value) {
	return isMap(value) ? Object.entries(value) : [];
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function isMap(value) {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param {() => unknown} act
 * @returns {string[]}
 */
function thrownBy(act) {
	try {
		act();
		return [];
	} catch (error) {
		return [messageOf(error)];
	}
}
