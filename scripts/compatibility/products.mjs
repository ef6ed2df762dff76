// @ts-check
import { delimiter } from 'node:path';
import { findNode, NODE_VERSIONS } from './node-versions/find-node.mjs';
import { N8N_VERSIONS, obtainN8n, OLDEST_N8N } from './obtain/n8n.mjs';
import { obtainPostgresql, POSTGRESQL_VERSIONS } from './obtain/postgresql.mjs';
import { obtainTemporal, TEMPORAL_VERSIONS } from './obtain/temporal.mjs';

/**
 * Gets a version of a product into the cache, if it is not there, and checks that it is this version.
 * @callback Obtain
 * @param {string} version
 * @param {import('../tools/python/python-package.mjs').FetchOptions} options
 * @returns {Promise<Record<string, string>>} variables with which the tests use it
 * @throws {import('../readable-error.mjs').ReadableError} it cannot be had on this machine
 *
 * @typedef {object} Product
 * @property {string} name
 * @property {readonly string[]} versions from old to new
 * @property {import('../test/suites.mjs').TestRun} run the tests of this project that meet the product
 * @property {Obtain} obtain
 */

/** @type {readonly Product[]} */
export const products = [
	{
		name: 'n8n, without task nodes',
		versions: OLDEST_N8N,
		run: {
			title: 'a flow in real n8n',
			projects: ['e2e'],
			files: ['test/system/e2e/examples.test.ts'],
			named: 'retrain-without-worker.json',
		},
		obtain: obtainN8n,
	},
	{
		name: 'n8n',
		versions: N8N_VERSIONS,
		run: { title: 'flows and the editor of real n8n', projects: ['smoke'] },
		obtain: obtainN8n,
	},
	{
		name: 'Node',
		versions: Object.values(NODE_VERSIONS),
		run: { title: 'unit tests', projects: ['unit'] },
		async obtain(version, options) {
			const [major] = majorsOf(version);
			if (major === undefined) throw new TypeError(`There is no Node ${version} in the table.`);
			return { PATH: `${await findNode(major, options)}${delimiter}${process.env.PATH ?? ''}` };
		},
	},
	{
		name: 'Temporal server',
		versions: TEMPORAL_VERSIONS,
		run: {
			title: 'tasks on a real server',
			projects: ['integration'],
			files: [
				...['retrain-and-wait', 'nightly-retrain', 'continue-as-new', 'overview', 'waits', 'history'].map(
					(name) => `test/parts/integration/temporal/${name}.test.ts`,
				),
				'test/parts/integration/gateway/schedules.test.ts',
			],
		},
		obtain: obtainTemporal,
	},
	{
		name: 'PostgreSQL',
		versions: POSTGRESQL_VERSIONS,
		run: {
			title: 'leads into PostgreSQL',
			projects: ['integration'],
			files: [
				'test/parts/integration/postgresql/cluster.test.ts',
				...['', '-ended-connections', '-tables', '-unwritable-leads'].map(
					(part) => `test/parts/integration/destinations/postgresql${part}.test.ts`,
				),
				'test/parts/integration/lead-sync/postgresql.test.ts',
			],
		},
		obtain: obtainPostgresql,
	},
];

/** @param {string} version of Node */
function majorsOf(version) {
	const majors = /** @type {(keyof typeof NODE_VERSIONS)[]} */ (Object.keys(NODE_VERSIONS).map(Number));
	return majors.filter((major) => NODE_VERSIONS[major] === version);
}

/**
 * @typedef {{ product: Product, version: string }} Row a version of a product
 * @returns {Row[]}
 */
export function rows() {
	return products.flatMap((product) => product.versions.map((version) => ({ product, version })));
}
