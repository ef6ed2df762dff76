import { timing } from '../../../nodes/AgentKnowledge/transport/timing';
import { timing as gatewayTiming } from '../../../task-nodes/nodes/gateway/gateway-context';

/** No limit of a request is met, however long the machine stands still. */
export const NEVER_MS = 30 * 60_000;

// Retries come at once. A test of a limit sets that limit itself.
Object.assign(timing, {
	requestMs: NEVER_MS,
	uploadMs: NEVER_MS,
	editorRequestMs: NEVER_MS,
	lookMs: NEVER_MS,
	roundMs: NEVER_MS,
	conversationsMs: NEVER_MS,
	firstBackoffMs: 5,
	firstSettlePauseMs: 5,
	storingPausesMs: [5, 5, 5],
} satisfies typeof timing);
Object.assign(gatewayTiming, {
	requestMs: NEVER_MS,
	publishMs: NEVER_MS,
	shortMs: NEVER_MS,
	credentialTestMs: NEVER_MS,
	lookMs: NEVER_MS,
	repeatAfterMs: [5, 5],
} satisfies typeof gatewayTiming);
