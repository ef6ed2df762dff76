import { chown, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { ConfinedProcess, type Ran } from '../../support/confined/confined-process';
import type { Pod } from '../../support/confined/pod';
import type { BuiltImage } from './built-image';

export interface ContainerOptions {
	name: string;
	/** Arguments behind the image's entrypoint. Default: the image's own. */
	command?: readonly string[];
	/** Beside those of the image. */
	env?: Readonly<Record<string, string>>;
	/** Absolute source on this machine to target in the container. A new folder gets the owner that the target has. */
	mounts?: ReadonlyArray<{ source: string; target: string; readOnly: boolean }>;
	tmpfs?: readonly string[];
}

/** A container of an image: read-only, without privileges, as the image's user, in the network of a pod. */
export class Container {
	private constructor(
		private readonly image: BuiltImage,
		private readonly working: string,
		private readonly process: ConfinedProcess,
	) {}

	static async start(pod: Pod, image: BuiltImage, options: ContainerOptions): Promise<Container> {
		const { name, command = image.command, env = {}, mounts = [], tmpfs = [] } = options;
		const working = (await runCommand('buildah', ['from', '--pull-never', image.name])).trim();
		const root = (await runCommand('buildah', ['mount', working])).trim();
		const all = [...mounts, { source: pod.hostsFile, target: '/etc/hosts', readOnly: true }];
		for (const { source, target } of all) await prepareMount(root, source, target);
		const [uid = '', gid = uid] = image.user.split(':');
		const process = ConfinedProcess.start({
			root,
			pod,
			tmpfs,
			mounts: all,
			user: { uid, gid },
			folder: image.folder,
			env: { ...image.env, ...env },
			command: [...image.entrypoint, ...command],
			logFile: pod.logFile(name),
		});
		return new Container(image, working, process);
	}

	/** Runs a command in the container beside its program. */
	run(command: readonly string[]): Promise<Ran> {
		return this.process.run(command);
	}

	/** Waits until the image's own health check passes. @throws Error if the container ends first */
	async healthy(): Promise<void> {
		await this.process.until(`${this.image.name} was healthy`, async () => {
			const { code, output } = await this.healthCheck();
			if (code !== 0) throw new Error(output);
			return true;
		});
	}

	/** The image's own health check. */
	healthCheck(): Promise<Ran> {
		return this.run(this.image.healthCheck);
	}

	/** Sends the image's stop signal to process 1. @returns the exit code of its program */
	stop(): Promise<number> {
		return this.process.stop(this.image.stopSignal === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
	}

	/** Ends what still runs, and removes the container. */
	async remove(): Promise<void> {
		await this.process.kill();
		await runCommand('buildah', ['rm', this.working]);
	}
}

/** A mount needs a target. A new folder gets the owner of its target, as a new volume of Docker does. */
async function prepareMount(root: string, source: string, target: string): Promise<void> {
	const place = join(root, target);
	const isFile = await stat(source).then(
		(found) => found.isFile(),
		() => false,
	);
	if (isFile) {
		await mkdir(dirname(place), { recursive: true });
		await writeFile(place, '', { flag: 'a' });
		return;
	}
	const made = await mkdir(source, { recursive: true });
	await mkdir(place, { recursive: true });
	const { uid, gid } = await stat(place);
	if (made !== undefined) await chown(source, uid, gid);
}
