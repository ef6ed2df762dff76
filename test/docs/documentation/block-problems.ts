import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import ts from 'typescript';
import { parse } from 'yaml';
import { parseConfig } from '../../../worker/config';
import type { CodeBlock } from './code-blocks';

/** What is wrong with the form of a block; empty if nothing is. */
export function problemsOf({ language, tag, text }: CodeBlock): string[] {
	if (tag === null) return ['has no tag: add run, check or show behind the language'];
	if (tag === 'show') return language === '' ? ['has no language'] : [];
	const check = CHECKS[language];
	if (check === undefined) return [`is in ${language || 'no language'}, which no test checks: tag it show`];
	return [...check(text), ...(tag === 'check settings' ? settingsProblems(text) : [])];
}

const CHECKS: Readonly<Record<string, ((text: string) => string[]) | undefined>> = {
	sh: shellProblems,
	bash: shellProblems,
	json: (text) => thrownBy(() => JSON.parse(text)),
	yaml: (text) => thrownBy(() => parse(text)),
	ts: typeScriptProblems,
	js: typeScriptProblems,
};

/** `bash -n` reads it and runs nothing. A `<name>` stands for a value. */
function shellProblems(text: string): string[] {
	const input = text.replace(/<[a-z][a-z -]*>/g, 'value');
	const { status, stderr } = spawnSync('bash', ['-n'], { input, encoding: 'utf8' });
	return status === 0 ? [] : [stderr.trim()];
}

/** Syntax alone: a fragment names what the page has introduced. */
function typeScriptProblems(text: string): string[] {
	const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true });
	return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** The least that a configuration needs, so that a part of one can be checked. */
const LEAST = {
	gateway: { tokens: [{ name: 'least', token: '${LEAST_TOKEN}' }], publicUrl: 'https://tasks.example.com' },
	connections: { main: { baseUrl: 'https://agents.example.com', apiKey: 'a-key' } },
	encryption: { current: 'least', keys: [{ id: 'least', secret: '${LEAST_ENCRYPTION_KEY}' }] },
};

function settingsProblems(text: string): string[] {
	return thrownBy(() => {
		const env = Object.fromEntries(
			[...`${text} ${JSON.stringify(LEAST)}`.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => [name, valueOf(name)]),
		);
		parseConfig(merged(LEAST, parse(text)), { source: 'the block', env, gateway: true });
	});
}

/** A value of the form that a variable of this name has. */
function valueOf(name: string): string {
	const bytes = createHash('sha256').update(name).digest();
	if (name.endsWith('ENCRYPTION_KEY')) return bytes.toString('base64');
	if (/(HOOK|SIGNING|LEADS)\w*_SECRET$/.test(name)) return `whsec_${bytes.toString('base64')}`;
	if (/(WAREHOUSE|DATABASE)_URL$/.test(name)) return 'postgresql://user:password@host:5432/database';
	if (name.endsWith('SMTP_URL')) return 'smtps://user:password@mail.example.com';
	if (name.endsWith('_URL')) return 'https://receiver.example.com/leads';
	return bytes.toString('hex');
}

/** As a local file is merged over the configuration: maps key by key, and null removes. */
function merged(below: object, above: unknown): Record<string, unknown> {
	const result = new Map<string, unknown>(Object.entries(below));
	if (typeof above !== 'object' || above === null) return Object.fromEntries(result);
	for (const [key, value] of Object.entries(above) as Array<[string, unknown]>) {
		const inner = result.get(key);
		const areMaps = [inner, value].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));
		if (value === null) result.delete(key);
		else result.set(key, areMaps ? merged(inner as object, value) : value);
	}
	return Object.fromEntries(result);
}

function thrownBy(act: () => unknown): string[] {
	try {
		act();
		return [];
	} catch (error) {
		return [error instanceof Error ? error.message : String(error)];
	}
}
