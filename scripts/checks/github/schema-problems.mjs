// @ts-check
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { toolingFolder } from '../../cache/tooling-folder.mjs';
import { parseJson } from '../../json.mjs';
import { findPythonPackage } from '../../tools/python/python-package.mjs';
import { ReadableError } from '../../readable-error.mjs';

/**
 * @typedef {{ instancePath: string, message?: string, params: unknown }} Problem
 * @typedef {((value: unknown) => boolean) & { errors?: Problem[] | null }} Validate
 * @typedef {{ default: new (options: object) => { compile: (schema: unknown) => Validate } }} Ajv
 * @typedef {{ default: (ajv: object) => void }} Formats
 * @typedef {{ parse: (text: string) => unknown }} Yaml
 */

const SCHEMAS = 'check_jsonschema/builtin_schemas/vendor';

/**
 * What a file's published schema says against it.
 * @param {string} file JSON or YAML
 * @param {'renovate' | 'github-issue-forms' | 'github-issue-config' | 'github-workflows'} name of the schema
 * @returns {Promise<string[]>} a line for each problem, with the place in the file
 * @throws {ReadableError} this machine has no way to get the schema
 */
export async function schemaProblems(file, name) {
	const [packages, tooling] = await Promise.all([
		findPythonPackage('json-schemas', { cache: cacheFolder() }),
		toolingFolder({ name: 'github-checks', manifestFolder: fileURLToPath(new URL('tooling', import.meta.url)) }),
	]);
	if (packages === null) {
		throw new ReadableError(
			'The schemas come from PyPI, and this machine has no Python to fetch them.',
			'Install Python 3.9 or newer with venv (on Debian and Ubuntu: apt-get install python3-venv).',
		);
	}
	const require = createRequire(join(tooling, 'package.json'));
	const { default: Ajv } = /** @type {Ajv} */ (require('ajv'));
	const { default: addFormats } = /** @type {Formats} */ (require('ajv-formats'));
	const yaml = /** @type {Yaml} */ (require('yaml'));

	const ajv = new Ajv({ strict: false, allErrors: true });
	addFormats(ajv);
	const validate = ajv.compile(parseJson(await readFile(join(packages, SCHEMAS, `${name}.json`), 'utf8')));
	if (validate(yaml.parse(await readFile(file, 'utf8')))) return [];
	return (validate.errors ?? []).map(
		({ instancePath, message = '', params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
	);
}
