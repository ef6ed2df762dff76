import { z } from 'zod';
import {
	backfillStartedSchema,
	type ScheduleBody,
	scheduleListSchema,
	scheduleViewSchema,
} from '../../gateway/schemas';
import { type GatewayClient, idInPath } from '../gateway-client';

/** The gateway's routes for schedules. */
export class ScheduleClient {
	constructor(private readonly gateway: GatewayClient) {}

	save(id: string, body: ScheduleBody) {
		return this.gateway.ask(scheduleViewSchema, { method: 'PUT', path: pathOf(id), body });
	}

	list() {
		return this.gateway.ask(scheduleListSchema, { method: 'GET', path: '/v1/schedules' });
	}

	show(id: string) {
		return this.gateway.ask(scheduleViewSchema, { method: 'GET', path: pathOf(id) });
	}

	async delete(id: string): Promise<void> {
		await this.gateway.ask(z.null(), { method: 'DELETE', path: pathOf(id) });
	}

	/** @param note why, for people */
	turn(id: string, action: 'pause' | 'resume', note?: string) {
		const body = note === undefined ? {} : { note };
		return this.gateway.ask(scheduleViewSchema, { method: 'POST', path: `${pathOf(id)}/${action}`, body });
	}

	runNow(id: string, key: string) {
		return this.gateway.ask(scheduleViewSchema, { method: 'POST', path: `${pathOf(id)}/run-now`, key });
	}

	/** @param span ISO 8601 */
	backfill(id: string, span: { from: string; to: string }, key: string) {
		const path = `${pathOf(id)}/backfill`;
		return this.gateway.ask(backfillStartedSchema, { method: 'POST', path, key, body: span });
	}
}

function pathOf(id: string): string {
	return `/v1/schedules/${idInPath('the name of a schedule', id)}`;
}
