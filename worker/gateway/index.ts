export { buildGateway } from './app';
export type { GatewayServices, ReadinessCheck } from './services';
export { startGateway, type RunningGateway } from './start-gateway';
