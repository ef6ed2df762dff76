import { away, poller } from '../api/live';
import { exact, span } from '../words/times';

/** Says that the gateway does not respond, how old the page is, and when the console asks again. */
export function AwayBanner() {
	if (away.value === null) return null;
	const { message, lastReadAt, retryInSeconds } = away.value;
	return (
		<div class="away" role="alert">
			<p>
				<strong>{message}</strong> {lastReadAt !== null && `The page shows the state of ${exact(lastReadAt)}. `}
				{`The console asks again in ${span(retryInSeconds)}.`}
			</p>
			<button type="button" onClick={() => void poller.refresh()}>
				Ask now
			</button>
		</div>
	);
}
