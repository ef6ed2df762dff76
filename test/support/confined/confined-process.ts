import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { eventually, isThere } from '../time/eventually';
import type { Pod } from './pod';

/**
 * What Docker's and systemd's options of confinement mean, done by hand: a root folder that is read-only but for some
 * places, temporary folders, few devices, and a process namespace in which the program is process 1.
 */
const INSIDE = `
	set -e
	mount --make-rprivate /
	mount --bind "$ROOT" "$ROOT"
	for pair in $MOUNTS; do mount --bind "\${pair%%:*}" "$ROOT\${pair#*:}"; done
	for folder in $TMPFS; do mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$ROOT$folder"; done
	mount -t proc -o "nosuid,nodev,noexec$PROC" proc "$ROOT/proc"
	mount -t tmpfs -o mode=755,nosuid tmpfs "$ROOT/dev"
	for name in null zero full random urandom tty; do
		touch "$ROOT/dev/$name" && mount --bind "/dev/$name" "$ROOT/dev/$name"
	done
	ln -s /proc/self/fd "$ROOT/dev/fd"
	mkdir -m 1777 "$ROOT/dev/shm"
	for path in $READ_ONLY; do mount -o remount,bind,ro "$ROOT$path"; done
	[ "$WRITABLE" = yes ] || mount -o remount,bind,ro "$ROOT"
	exec chroot "$ROOT" /usr/bin/env -i "$@"`;
/** Every privilege is gone, and no program can get one back. */
const UNPRIVILEGED = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];

export interface Confinement {
	/** The root folder, on this machine. */
	root: string;
	/** Absolute source on this machine to an existing target below the root. */
	mounts: ReadonlyArray<{ source: string; target: string; readOnly: boolean }>;
	tmpfs?: readonly string[];
	/** Options of /proc, such as `subset=pid`. */
	proc?: string;
	/** Whether the root can be written to, as by a person who installs something. Default: no. */
	writable?: boolean;
	/** Default: root, with all privileges. */
	user?: { uid: string; gid: string };
	folder: string;
	/** All of it; nothing of this machine's is added. */
	env: Readonly<Record<string, string>>;
	command: readonly string[];
	/** The network. Default: that of this machine. */
	pod?: Pod;
	logFile: string;
}

export interface Ran {
	code: number;
	output: string;
}

/** A program in a root folder of its own, with what `Confinement` leaves it. */
export class ConfinedProcess {
	/** All that it printed. */
	output = '';
	private readonly exited: Promise<number>;

	private constructor(
		private readonly child: ChildProcess,
		private readonly confinement: Confinement,
	) {
		this.exited = exitCode(child);
	}

	static start(confinement: Confinement): ConfinedProcess {
		const { root, mounts, tmpfs = [], proc = '', writable = false, pod, logFile } = confinement;
		const unshare = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
		const whole = [...unshare, 'sh', '-c', INSIDE, 'sh', ...inside(confinement, confinement.command)];
		const [program = '', ...args] = pod?.inside(whole) ?? whole;
		const child = spawn(program, args, {
			env: {
				...process.env,
				ROOT: root,
				MOUNTS: mounts.map(({ source, target }) => `${source}:${target}`).join(' '),
				READ_ONLY: mounts.flatMap(({ target, readOnly }) => (readOnly ? [target] : [])).join(' '),
				TMPFS: tmpfs.join(' '),
				PROC: proc === '' ? '' : `,${proc}`,
				WRITABLE: writable ? 'yes' : 'no',
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const running = new ConfinedProcess(child, confinement);
		const log = createWriteStream(logFile, { flags: 'a' });
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				running.output += text;
				log.write(text);
			});
		}
		child.once('close', () => log.end());
		return running;
	}

	/** Runs another command beside the program, with the same confinement, as `docker exec` does. */
	async run(command: readonly string[]): Promise<Ran> {
		const target = await this.firstProcess();
		const enter = ['--target', `${target}`, '--mount', '--pid', '--net', '--root', '--wd'];
		const child = spawn('nsenter', [...enter, '/usr/bin/env', '-i', ...inside(this.confinement, command)], {
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => (output += text));
		}
		return { code: await exitCode(child), output };
	}

	/** Repeats `check` until it returns a value. @throws Error with the last lines, if the program ends first */
	async until<T>(what: string, check: () => Promise<T | null>): Promise<T> {
		const ended = this.exited.then((code) => {
			throw new Error(`The program ended with ${code} before ${what}:\n${this.output.slice(-2_000)}`);
		});
		return Promise.race([eventually(check, isThere, what, { everyMs: 500, looks: 960 }), ended]);
	}

	/** Signals process 1. @returns the exit code of the program */
	async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number> {
		process.kill(await this.firstProcess(), signal);
		return this.exited;
	}

	/** @returns the exit code of the program, once it has ended */
	ended(): Promise<number> {
		return this.exited;
	}

	/** Ends what still runs. A program that became another user outlives the process that started it. */
	async kill(): Promise<void> {
		const first = await this.firstProcess().catch(() => null);
		if (first === null) this.child.kill('SIGKILL');
		else process.kill(first, 'SIGKILL');
		await this.exited;
	}

	/** The id on this machine of the program, which is process 1 of its namespace. */
	private firstProcess(): Promise<number> {
		const pid = this.child.pid ?? 0;
		return this.until('process 1', async () => {
			const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
			const first = Number(children.trim().split(' ')[0]);
			// Before that, it still mounts, and sees the root of this machine.
			return first > 0 && (await readlink(`/proc/${first}/root`)) !== '/' ? first : null;
		});
	}
}

/** @returns what it ended with; 1 if a signal ended it */
function exitCode(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (code) => resolve(code ?? 1));
	});
}

/** The words behind `env -i`: variables, and the command in its folder as its user. */
function inside({ env, folder, user }: Confinement, command: readonly string[]): string[] {
	const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
	const inFolder = ['/bin/sh', '-c', 'cd "$0" && exec "$@"', folder];
	if (user === undefined) return [...variables, ...inFolder, ...command];
	const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
	return [...variables, ...inFolder, '/usr/bin/setpriv', ...ids, ...UNPRIVILEGED, ...command];
}
