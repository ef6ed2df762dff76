import { cancellationSignal } from '@temporalio/activity';
import axios from 'axios';
import type { ExecutionState } from '../../../workflows/waits/activities';
import { isAllowedHost } from '../../net/allowed-host';
import { overAgent } from '../../net/post-json';
import { agentFor } from '../../net/webhook-target';
import { executionStateOf } from '../events/deliver';

/** Below the time in which the gateway wants to know (`look-at-executions.ts`). */
const TIMEOUT_MS = 2_000;
const ANSWER_BYTES = 64 * 1024;

/**
 * Asks n8n at the resume URL, with a method that no node waits for: it resumes nothing, and n8n's refusal says whether
 * the execution still stands. Whatever cannot be asked is `unknown`.
 * @param allowedHosts `host:port`, exactly
 */
export async function lookAtExecution(callbackUrl: string, allowedHosts: readonly string[]): Promise<ExecutionState> {
	if (!isAllowedHost(callbackUrl, allowedHosts)) return 'unknown';
	try {
		const { status, data } = await axios.get<string>(callbackUrl, {
			...overAgent(agentFor('named')),
			headers: { 'user-agent': 'agent-knowledge' },
			maxRedirects: 0,
			maxContentLength: ANSWER_BYTES,
			responseType: 'text',
			transformResponse: (text: string) => text,
			validateStatus: () => true,
			signal: AbortSignal.any([cancellationSignal(), AbortSignal.timeout(TIMEOUT_MS)]),
		});
		return executionStateOf({ status, body: data });
	} catch {
		return 'unknown';
	}
}
