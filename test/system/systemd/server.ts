import { chown, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bareDebian, installNode, registryEnv } from '../../../scripts/compatibility/bare-machine/bare-root.mjs';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { packPackage } from '../../../scripts/n8n/community-package.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { ConfinedProcess, type Ran } from '../../support/confined/confined-process';
import type { Pod } from '../../support/confined/pod';
import { readUnit } from './unit-file';

/** n8n needs 24. */
const NODE = '24.21.0';
const LOGS = `${workspaceRoot}/test-results/systemd`;
/** Where the operator of the guide has the checkout. */
export const CHECKOUT = '/root/agent-knowledge';
const N8N = '/opt/agent-knowledge/n8n';

/** A plain server: a bare Debian with systemd, Node, the files of the guide, and nothing of this machine. */
export class Server {
	private constructor(
		readonly root: string,
		private readonly env: NodeJS.ProcessEnv,
		/** n8n of the cache: an installation on the server takes minutes, and 2 GB. */
		private readonly n8n: string,
	) {}

	static async make(): Promise<Server> {
		const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-server-'));
		const root = join(folder, 'root');
		await runCommand('cp', ['-a', await bareDebian(['systemd', 'sqlite3']), root]);
		await installNode(root, NODE, true);
		await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
		const env = await registryEnv(root);
		for (const path of ['deploy', 'worker/package.json'])
			await cp(join(workspaceRoot, path), join(root, CHECKOUT, path), { recursive: true });
		const tarball = await packPackage({ folder: join(workspaceRoot, 'worker'), destination: folder });
		await cp(tarball, join(root, 'root/agent-knowledge-worker.tgz'));
		const cache = cacheFolder();
		await cp(await findTemporalServer({ cache, env: process.env }), join(root, 'root/temporal'));
		const { cli } = await installN8n({ cache });
		await mkdir(join(root, N8N), { recursive: true });
		await mkdir(LOGS, { recursive: true });
		return new Server(root, env, dirname(dirname(dirname(dirname(cli)))));
	}

	/** Runs a command as root in the checkout's folder, as the operator does. */
	async run(command: readonly string[], { pod }: { pod?: Pod } = {}): Promise<Ran> {
		const variables = Object.entries(this.env).map(([name, value]): [string, string] => [name, value ?? '']);
		const process = ConfinedProcess.start({
			root: this.root,
			pod,
			writable: true,
			folder: CHECKOUT,
			command,
			mounts: this.mounts(),
			tmpfs: ['/tmp'],
			env: { ...Object.fromEntries(variables), HOME: '/root', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
			logFile: join(LOGS, 'commands.log'),
		});
		const code = await process.ended();
		return { code, output: process.output };
	}

	/**
	 * Starts the command of an installed unit with what the unit leaves it: its user, the system read-only, its own folder
	 * of state, its own /tmp, few devices, its own processes in /proc. Limits and the filter of system calls stay untested.
	 */
	async startUnit(name: string, pod: Pod): Promise<ConfinedProcess> {
		const unit = await readUnit(this.root, name);
		const user = await this.idsOf(unit.User);
		const state = `/var/lib/${unit.StateDirectory}`;
		await mkdir(join(this.root, state), { recursive: true, mode: 0o700 });
		await chown(join(this.root, state), Number(user.uid), Number(user.gid));
		return ConfinedProcess.start({
			root: this.root,
			pod,
			user,
			folder: unit.WorkingDirectory,
			command: unit.command,
			mounts: [{ source: join(this.root, state), target: state, readOnly: false }, ...this.mounts()],
			tmpfs: ['/tmp', '/var/tmp', '/root'],
			proc: unit.ProcSubset === 'pid' ? 'hidepid=invisible,subset=pid' : 'hidepid=invisible',
			env: {
				PATH: '/usr/local/bin:/usr/bin:/bin',
				LANG: 'C.UTF-8',
				USER: unit.User,
				HOME: unit.WorkingDirectory,
				...unit.env,
			},
			logFile: join(LOGS, `${name}.log`),
		});
	}

	remove(): Promise<void> {
		return rm(dirname(this.root), { recursive: true, force: true });
	}

	private mounts() {
		return [{ source: this.n8n, target: N8N, readOnly: true }];
	}

	private async idsOf(user: string): Promise<{ uid: string; gid: string }> {
		const users = await readFile(join(this.root, 'etc/passwd'), 'utf8');
		const found = users.split('\n').find((line) => line.startsWith(`${user}:`));
		const [, , uid, gid] = found?.split(':') ?? [];
		if (uid === undefined || gid === undefined) throw new Error(`The server has no user ${user}.`);
		return { uid, gid };
	}
}
