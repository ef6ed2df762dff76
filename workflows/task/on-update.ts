import type { UpdateDefinition } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import { bounded } from './bounded-output';

/**
 * Handles an update. A response that is too large for Temporal fails the update in words. An interceptor could measure it
 * only a turn later, and open histories would replay in another order.
 * @param handle synchronous, so that no handler is left when the workflow continues as new
 */
export function onUpdate<Response, Args extends unknown[]>(
	update: UpdateDefinition<Response, Args>,
	handle: (...args: Args) => Response,
): void {
	setHandler(update, (...args) => bounded(`The response to ${update.name}`, handle(...args)));
}
