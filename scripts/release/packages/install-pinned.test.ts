import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_VERSIONS } from '../../compatibility/node-versions/find-node.mjs';
import { installPinned } from './install-pinned.mjs';
import pinned from './pinned-packages.json';

const NPM = '10.9.9';
const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-pinned-'));
/** A registry whose package has the right name and version, another content, and the right checksum of that. */
const server = createServer((request, response) => {
	const url = `http://${request.headers.host ?? ''}`;
	if (request.url?.endsWith('.tgz') === true) return void response.end(tarball);
	const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
	const version = { name: 'npm', version: NPM, dist: { integrity, tarball: `${url}/npm-${NPM}.tgz` } };
	response.setHeader('content-type', 'application/json');
	response.end(JSON.stringify({ name: 'npm', 'dist-tags': { latest: NPM }, versions: { [NPM]: version } }));
}).listen(0, '127.0.0.1');
let tarball: Buffer;
beforeAll(async () => {
	if (!server.listening) await once(server, 'listening');
	mkdirSync(join(folder, 'package'));
	writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'npm', version: NPM }));
	execFileSync('tar', ['-czf', join(folder, 'npm.tgz'), '-C', folder, 'package']);
	tarball = readFileSync(join(folder, 'npm.tgz'));
	vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	vi.stubEnv('npm_config_cache', join(folder, 'cache'));
});
afterAll(() => {
	vi.unstubAllEnvs();
	server.close();
	rmSync(folder, { recursive: true });
});

test('a package with another content than the pinned one is not installed, whatever its registry says', async () => {
	const target = join(folder, 'other');
	mkdirSync(target);
	await expect(installPinned({ npm: NPM }, { folder: target })).rejects.toThrow(/EINTEGRITY|integrity/i);
	expect(existsSync(join(target, 'node_modules', 'npm'))).toBe(false);
});

test('a package without a checksum is not asked for', async () => {
	await expect(installPinned({ npm: '1.0.0' }, { folder })).rejects.toThrow('npm@1.0.0 has no checksum');
});

test('each Node that is tested has a checksum for both machines', () => {
	const names = Object.values(NODE_VERSIONS).flatMap((version) =>
		['x64', 'arm64'].map((machine) => `node-linux-${machine}@${version}`),
	);
	expect(names.filter((name) => !Object.hasOwn(pinned, name))).toEqual([]);
});
