import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FastLane } from './fast-lane.js';

/** The lane in front of Express and Nest. */
@Global()
@Module({ imports: [AuthModule], providers: [FastLane], exports: [FastLane] })
export class FastLaneModule {}
