import { type Context, type RunningScriptOptions, Script } from 'node:vm';

/** What the SDK sets where workflows run in its own process. In milliseconds. */
const NEVER_MS = 4_294_967_295;

/**
 * Runs scripts that have this limit without one: Node.js starts a thread that watches it, which costs 0.1 ms, and the SDK
 * runs several scripts for each workflow task.
 */
function withoutWatchdog(this: Script, context: Context, options?: RunningScriptOptions): unknown {
	return runInContext.call(this, context, options?.timeout === NEVER_MS ? {} : options);
}

// oxlint-disable-next-line typescript/unbound-method -- It is called with `this`.
const { runInContext } = Script.prototype;
if (runInContext !== withoutWatchdog) Script.prototype.runInContext = withoutWatchdog;
