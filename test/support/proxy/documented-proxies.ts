import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { blocksIn } from '../../../scripts/checks/docs/code-blocks.mjs';
import { findProxies } from '../../../scripts/tools/proxies/find-proxies.mjs';
import { type ProxyName, type RunningProxy, runProxy, type Surroundings } from './run-proxy';

const run = promisify(execFile);

/** Nothing listens there. */
const NOBODY = '127.0.0.1:9';

/** The proxies of the documentation, with a certificate for tasks.example.com and a user "ada". */
export class DocumentedProxies {
	readonly secret = randomBytes(24).toString('hex');
	/** Of the user, where the proxy itself asks for one. */
	readonly password = randomBytes(12).toString('hex');

	private constructor(
		private readonly folder: string,
		private readonly programs: Awaited<ReturnType<typeof findProxies>>,
	) {}

	static async prepare(): Promise<DocumentedProxies> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-proxies-'));
		// Apache reads its users as a user without rights.
		await chmod(folder, 0o755);
		const subject = ['-subj', '/CN=tasks.example.com', '-addext', 'subjectAltName=DNS:tasks.example.com'];
		const keys = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
		await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...keys]);
		const parts = ['certificate.pem', 'key.pem'].map((name) => readFile(join(folder, name), 'utf8'));
		await writeFile(join(folder, 'both.pem'), (await Promise.all(parts)).join(''));
		return new DocumentedProxies(folder, await findProxies({ cache: cacheFolder() }));
	}

	/** Runs the last configuration of a proxy on a page. Its gateway, its portal and the other site are at these addresses. */
	async run(
		page: string,
		name: ProxyName,
		{ gateway, portal = NOBODY, site = NOBODY }: Pick<Surroundings, 'gateway'> & Partial<Surroundings>,
	): Promise<RunningProxy> {
		const text = await readFile(join(workspaceRoot, 'docs', page), 'utf8');
		const blocks = blocksIn({ file: page, text }).filter(({ language }) => language === name);
		const folder = join(this.folder, `${name}-${page}`);
		await mkdir(folder);
		const { stdout: hash } = await run('openssl', ['passwd', '-apr1', this.password]);
		await writeFile(join(folder, 'htpasswd'), `ada:${hash}`);
		return runProxy(name, blocks.at(-1)?.text ?? '', this.programs, {
			folder,
			gateway,
			portal,
			site,
			secret: this.secret,
			certificate: join(this.folder, 'certificate.pem'),
			key: join(this.folder, 'key.pem'),
			certificateWithKey: join(this.folder, 'both.pem'),
		});
	}

	async close(): Promise<void> {
		await rm(this.folder, { recursive: true, force: true });
	}
}
