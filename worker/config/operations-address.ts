import type { Config } from './schema';

const HIGHEST_PORT = 65_535;

/**
 * Where a process serves its metrics and its readiness, and the setting that says so; null: nowhere. One with a gateway
 * always does, by default beside the gateway's port and on this machine alone; port 0 takes any free one for both.
 */
export function operationsAddress(
	{ gateway: { port }, telemetry: { gatewayAddress, workerAddress } }: Config,
	roles: { gateway: boolean },
): { address: string; setting: string } | null {
	if (!roles.gateway)
		return workerAddress === undefined ? null : { address: workerAddress, setting: 'telemetry.workerAddress' };
	const beside = port === 0 ? 0 : port === HIGHEST_PORT ? port - 1 : port + 1;
	return { address: gatewayAddress ?? `127.0.0.1:${beside}`, setting: 'telemetry.gatewayAddress' };
}
