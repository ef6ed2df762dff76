import type { Service } from '../../../scripts/processes/service.mjs';

export interface RestartableService {
	/** Ends it as a crash does, and all it started; nothing is saved. */
	kill(): Promise<void>;
	/** Starts it again on the same port with the same data, and waits until it is ready. */
	start(): Promise<void>;
	stop(): Promise<void>;
}

export async function restartable(start: () => Promise<Service>): Promise<RestartableService> {
	let service = await start();
	return {
		async kill() {
			process.kill(-service.pid, 'SIGKILL');
			await service.exited;
		},
		async start() {
			service = await start();
		},
		stop: () => service.stop(),
	};
}
