import { vitestReporter } from './reporter.mjs';

test('a terminal gets dots, and a log gets lines without colours', () => {
	expect(vitestReporter({ isTTY: true })).toEqual({ reporter: 'dot', env: {} });
	expect(vitestReporter({})).toEqual({ reporter: 'default', env: { NO_COLOR: '1', FORCE_COLOR: '0' } });
});
