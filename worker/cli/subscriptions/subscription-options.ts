import { gatewayClient, type GatewayOptions } from '../gateway-options';
import type { ResultOptions } from '../result';
import type { Terminal } from '../terminal';
import { SubscriptionClient } from './subscription-client';

export interface SubscriptionOptions extends GatewayOptions, ResultOptions {
	key?: string;
}

export const KEY_HELP = 'the Idempotency-Key: a repeat with the same key is not done again; default: a new one';

export function subscriptionClient(options: GatewayOptions, terminal: Terminal): SubscriptionClient {
	return new SubscriptionClient(gatewayClient(options, terminal.env));
}
