import type { z } from 'zod';
import { decisionAnswerSchema, type decisionBodySchema, reviewSchema } from '../gateway/schemas';
import { type GatewayClient, taskPath } from './gateway-client';

export type Review = z.output<typeof reviewSchema>;
export type DecisionAnswer = z.output<typeof decisionAnswerSchema>;
type DecisionBody = z.input<typeof decisionBodySchema>;

/** The gateway's routes for what tasks ask people. */
export class ReviewClient {
	constructor(private readonly gateway: GatewayClient) {}

	read(taskId: string) {
		return this.gateway.ask(reviewSchema, { method: 'GET', path: `${taskPath(taskId)}/review` });
	}

	/** The same key is the same decision. */
	decide(taskId: string, key: string, body: DecisionBody) {
		const path = `${taskPath(taskId)}/decision`;
		return this.gateway.ask(decisionAnswerSchema, { method: 'POST', path, key, body });
	}
}
