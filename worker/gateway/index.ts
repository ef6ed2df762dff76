export { buildGateway } from './app';
export type { GatewayServices, ReadinessCheck } from './services';
export { Tokens } from './tokens';
export { startGateway, type RunningGateway } from './start-gateway';
