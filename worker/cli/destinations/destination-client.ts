import { z } from 'zod';
import {
	type destinationBodySchema,
	type destinationChangeSchema,
	destinationCheckSchema,
	destinationListSchema,
	destinationWithSecretSchema,
	type previewBodySchema,
	previewSchema,
	storedDestinationSchema,
} from '../../gateway/schemas';
import { type GatewayClient, idInPath } from '../gateway-client';
import { gatewayClient, type GatewayOptions } from '../options';
import type { Terminal } from '../terminal';

export function destinationClient(options: GatewayOptions, terminal: Terminal): DestinationClient {
	return new DestinationClient(gatewayClient(options, terminal));
}

/** The gateway's routes for destinations. */
class DestinationClient {
	constructor(private readonly gateway: GatewayClient) {}

	list() {
		return this.gateway.ask(destinationListSchema, { method: 'GET', path: '/v1/destinations' });
	}

	check(name: string) {
		return this.gateway.ask(destinationCheckSchema, { method: 'POST', path: `${pathOf(name)}/check` });
	}

	preview(name: string, body: z.input<typeof previewBodySchema>) {
		return this.gateway.ask(previewSchema, { method: 'POST', path: `${pathOf(name)}/preview`, body });
	}

	show(name: string) {
		return this.gateway.ask(storedDestinationSchema, { method: 'GET', path: pathOf(name) });
	}

	create(key: string, body: z.input<typeof destinationBodySchema>) {
		return this.gateway.ask(destinationWithSecretSchema, { method: 'POST', path: '/v1/destinations', key, body });
	}

	/** @param version the one to change; another one in the meantime is a refusal */
	change(name: string, key: string, version: number, body: z.input<typeof destinationChangeSchema>) {
		return this.gateway.ask(storedDestinationSchema, { method: 'PUT', path: pathOf(name), key, version, body });
	}

	rotateSecret(name: string, key: string) {
		const path = `${pathOf(name)}/rotate-secret`;
		return this.gateway.ask(destinationWithSecretSchema, { method: 'POST', path, key });
	}

	async delete(name: string): Promise<void> {
		await this.gateway.ask(z.null(), { method: 'DELETE', path: pathOf(name) });
	}
}

function pathOf(name: string): string {
	return `/v1/destinations/${idInPath('the name of a destination', name)}`;
}
