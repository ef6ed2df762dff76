import { render } from 'preact';
import { poller } from './api/live';
import { Shell } from './shell/shell';

document.addEventListener('visibilitychange', () => {
	if (!document.hidden) void poller.refresh();
});

const place = document.getElementById('console');
if (place === null) throw new Error('index.html has no element with the id "console".');
render(<Shell />, place);
