import fc from 'fast-check';

/**
 * The same random input in each run, so that a change is refused for what it changed. `nightly.yml` sets
 * RANDOM_INPUT_SEED anew each night and so meets other input.
 */
fc.configureGlobal({ seed: Number(process.env['RANDOM_INPUT_SEED'] ?? 20_261_123) });
