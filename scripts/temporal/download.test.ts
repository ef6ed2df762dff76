import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadTemporal } from './download.mjs';
import { TEMPORAL_CLI_SHA256 } from './version.mjs';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-download-'));
writeFileSync(join(folder, 'temporal'), '#!/bin/sh\necho anything\n', { mode: 0o755 });
execFileSync('tar', ['-czf', join(folder, 'archive.tar.gz'), '-C', folder, 'temporal']);
const archive = readFileSync(join(folder, 'archive.tar.gz'));
const server = createServer((_request, response) => response.end(archive)).listen(0, '127.0.0.1');
let releases = '';
beforeAll(async () => {
	if (!server.listening) await once(server, 'listening');
	releases = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.close();
	rmSync(folder, { recursive: true });
});

// The download waits 5 s for a response, and this process may stand still for longer.
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
	vi.useRealTimers();
});

const sum = createHash('sha256').update(archive).digest('hex');
const asked = (sha256: string | undefined, to: string) =>
	downloadTemporal({ version: '1.9.1', sha256, folder: join(folder, to), releases });

test('the archive with the pinned checksum is unpacked', async () => {
	await asked(sum, 'right');
	expect(existsSync(join(folder, 'right', 'temporal'))).toBe(true);
});

test.each([
	['another', TEMPORAL_CLI_SHA256['linux-x64'], /does not have the pinned checksum/],
	['no', undefined, /no pinned checksum/],
])('the archive with %s checksum is not, and nothing of it is kept', async (name, sha256, said) => {
	await expect(asked(sha256, name)).rejects.toThrow(said);
	expect(existsSync(join(folder, name))).toBe(false);
});

test('each platform that is downloaded has a checksum of its own', () => {
	const sums = Object.values(TEMPORAL_CLI_SHA256);
	expect(new Set(sums).size).toBe(4);
	for (const each of sums) expect(each).toMatch(/^[0-9a-f]{64}$/);
});
